"""The place at which the text of a module sets a seed while it is loaded."""

import ast
from collections.abc import Collection, Iterable


def line_of_seed(module: ast.Module) -> int:
    """Return the line of a call or a use of `seed` when a module is loaded, or 0.

    It may be in a function or class of the module that is called then, or in one of another module with "seed" in its
    name, if nothing is done with the result. The function of a module `random` counts under any name that it gets.
    """
    inside = {name.name: name for name in ast.walk(module) if isinstance(name, ast.FunctionDef | ast.ClassDef)}
    seeds, modules = _own_names(module, "seed"), {"random", *_own_names(module, "random")}
    steps, apart = list[ast.AST](module.body), set[ast.AST]()
    for step in steps:
        match step:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                steps.extend(ast.copy_location(ast.Call(mark, [], []), mark) for mark in step.decorator_list)
                steps.extend(part for part in (*step.args.defaults, *step.args.kw_defaults) if part)
                continue
            case ast.If(test=ast.Compare(left=ast.Name("__name__"))):
                steps.extend(step.orelse)
                continue
            case ast.Attribute() | ast.Name() if _is_seed(step, seeds, modules):
                return step.lineno
            case ast.Expr(ast.Call()):
                apart.add(step.value)
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
                own = inside.pop(name, None)
                if name == "seed" or (step in apart and own is None and "seed" in name and name != "manual_seed"):
                    return step.lineno
                steps.extend(_called(own) if own else ())
        steps.extend(ast.iter_child_nodes(step))
    return 0


def _own_names(module: ast.Module, imported: str) -> set[str]:
    imports = [step for step in ast.walk(module) if isinstance(step, ast.Import | ast.ImportFrom)]
    parts = [part for step in imports for part in step.names]
    return {part.asname or part.name for part in parts if part.name.rpartition(".")[2] == imported}


def _is_seed(use: ast.AST, seeds: Collection[str], modules: Collection[str]) -> bool:
    match use:
        case ast.Attribute(value=ast.Name(name) | ast.Attribute(attr=name), attr="seed"):
            return name in modules
        case ast.Name(id=name, ctx=ast.Load()):
            return name in seeds
    return False


def _called(own: ast.FunctionDef | ast.ClassDef) -> Iterable[ast.AST]:
    """Yield the statements that run when a function or a class is called."""
    for part in own.body:
        is_method = isinstance(own, ast.ClassDef) and getattr(part, "name", "").startswith("__")
        yield from part.body if is_method else [part]  # type: ignore[attr-defined]
