"""Ask libraries that `dpexact crosscheck` does not ask, or not this, beside exact truths; one line for each question.

    pip install dp-accounting==0.6.0 opendp==0.16.0 diffprivlib==0.6.6 'scikit-learn<1.7' autodp==0.2.3.1
    pip install jax-privacy==2.0.0
    pip install --no-deps opacus==1.6.0 smartnoise-sql==1.0.10 python-dp==1.1.5 pipeline-dp==0.3.1 tmlt-core==0.20.0
    python benchmarks/crosscheck_more.py [--dppack FOLDER] > record.md

FOLDER has `R/` of DPpack; its functions are run by `Rscript`. What is not installed is left out. The answers are judged
as `dpexact crosscheck` judges: a claim at its binary value, by exact numbers. dev/crosscheck-more.md has the record
and says what each library promises.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import types
import warnings
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.machinery import ModuleSpec
from io import StringIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from crosscheck_composed import opacus, without_torch  # type: ignore[import-not-found]

from dpexact.crosscheck.result import Judgement, judge
from dpexact.crosscheck.truths import mixture_delta, sampled_gaussian_delta, sampled_gaussian_epsilon, shared_truths
from dpexact.numbers.exact import exact, exact_of_float
from dpexact.numbers.formula import formula_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.crosscheck.library import Kind, Safe
    from dpexact.crosscheck.truths import Truth

    Answer = tuple[float, Truth]  # what is claimed, and the truth

x = exact_of_float


def true(name: str, **arguments: Any) -> Truth:
    """Return a number of dpexact/crosscheck/truths.toml."""
    return shared_truths()[name].compute(**arguments)


def formula(text: str, **names: Any) -> Truth:
    return formula_value(text, names)


SHOWN = 60
STUBS = ("pyspark", "pyarrow")  # of Tumult Core: never called by what is asked


@dataclass(frozen=True)
class Question:
    """A library, what it is asked, the claim with its truth, and the side on which a claim keeps its promise."""

    library: str
    asked: str
    answer: Callable[[], Answer]
    kind: Kind = "value"
    safe: Safe = "larger"


QUESTIONS: list[Question] = []


def ask(library: str, asked: str, kind: Kind = "value", safe: Safe = "larger") -> Callable[[Any], Any]:
    """Enter a question, whose answer is the function below."""

    def enter(answer: Callable[[], Answer]) -> Callable[[], Answer]:
        QUESTIONS.append(Question(library, asked, answer, kind, safe))
        return answer

    return enter


def opacus_questions() -> None:
    for name in ("prv.PRVAccountant", "rdp.RDPAccountant"):
        for rate, sigma, steps, delta in ((0.01, 1.0, 1, 1e-5), (0.1, 2.0, 1, 1e-6), (1.0, 10.0, 100, 1e-5)):

            def answer(
                name: str = name, rate: float = rate, sigma: float = sigma, steps: int = steps, delta: float = delta
            ) -> Answer:
                truth = (
                    sampled_gaussian_epsilon(x(rate), x(sigma), x(delta))
                    if steps == 1
                    else true("gaussian.rounds.epsilon", sigma=x(sigma), delta=x(delta), count=exact(steps))
                )
                return opacus(name)("gaussian", rate, sigma, steps, delta) or 0.0, truth

            ask(
                "opacus",
                f"{name}: epsilon of Gaussian({sigma:g}), rate {rate:g}, {steps} steps, delta {delta:g}",
                "epsilon",
            )(answer)
    for order in (2, 8, 32):

        def divergence(order: int = order) -> Answer:
            found = import_module("opacus.accountants.analysis.rdp").compute_rdp(
                q=0.01, noise_multiplier=1.0, steps=1, orders=[order]
            )
            return float(found[0]), true("rdp.subsampled_gaussian", order=exact(order), rate=x(0.01), sigma=x(1.0))

        ask("opacus", f"compute_rdp: divergence of order {order}, rate 0.01, noise multiplier 1")(divergence)


# JAX-Privacy: accountants and sensitivities


def jax_epsilon(steps: int = 1, kind: str = "DpsgdTrainingAccountant", config: str = "Pld", **given: Any) -> float:
    analysis = import_module("jax_privacy.accounting.analysis")
    configured = getattr(import_module("jax_privacy.accounting.accountants"), f"{config}AccountantConfig")()
    accountant = getattr(analysis, kind)(dp_accountant_config=configured)
    sampling = getattr(analysis.SamplingMethod, given.pop("sampling", "POISSON"))
    parameters = {"noise_multipliers": 1.0, "num_samples": 100, "delta": 1e-5, "batch_size": 1} | given
    return float(accountant.compute_epsilon(steps, analysis.DpParams(sampling_method=sampling, **parameters)))


def jax_questions() -> None:
    for config in ("Pld", "Rdp"):
        ask("jax-privacy", f"Dpsgd, {config}, Poisson, 1 of 100, noise 1, one step", "epsilon")(
            lambda config=config: (jax_epsilon(config=config), sampled_gaussian_epsilon(x(0.01), x(1.0), x(1e-5)))
        )
        ask("jax-privacy", f"Dpsgd, {config}, fixed batch 1 of 100, noise 1, one step, one record replaced", "epsilon")(
            lambda config=config: (
                jax_epsilon(config=config, sampling="FIXED_BATCH_SIZE"),
                sampled_gaussian_epsilon(x(0.01), x(0.5), x(1e-5)),
            )
        )
    ask("jax-privacy", "SingleRelease of 5 updates, noise 1: one Gaussian event", "epsilon")(
        lambda: (
            jax_epsilon(5, "SingleReleaseTrainingAccountant"),
            true("gaussian.unit.epsilon", sigma=x(1.0), delta=x(1e-5)),
        )
    )

    @ask("jax-privacy", "user level, 2 examples of 100, Poisson, one step: delta at the epsilon it says", "delta")
    def _() -> Answer:
        epsilon = jax_epsilon(kind="DpsgdTrainingUserLevelAccountant", examples_per_user=2)
        return 1e-5, user_delta(epsilon)

    def strategy() -> tuple[Any, Any]:
        import_module("jax").config.update("jax_enable_x64", True)
        numbers = import_module("jax.numpy")
        rows = [[1.0, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]
        return import_module("jax_privacy.matrix_factorization.sensitivity"), numbers.array(rows)

    def banded() -> Answer:
        module, matrix = strategy()
        return float(module.get_sensitivity_banded(matrix, 2, 2)), worst_participation(matrix, 2, 2)

    def bound() -> Answer:
        module, matrix = strategy()
        return float(module.get_min_sep_sensitivity_upper_bound(matrix, 1, 2)), worst_participation(matrix, 1, 2)

    def negative() -> Answer:
        module, matrix = strategy()
        signed = matrix * (-1.0) ** (matrix.cumsum(axis=0))
        return float(module.get_min_sep_sensitivity_upper_bound(signed, 1, 3)), worst_participation(signed, 1, 3)

    def epochs() -> Answer:
        module, matrix = strategy()
        return float(module.fixed_epoch_sensitivity(matrix, 2)), worst_participation(matrix, 2, 2, exactly=True)

    def toeplitz() -> Answer:
        strategy()
        module = import_module("jax_privacy.matrix_factorization.toeplitz")
        coefficients = import_module("jax.numpy").array([1.0, 0.5, 0.25])
        rows = [[[1, 0.5, 0.25][i - j] if 0 <= i - j < 3 else 0.0 for j in range(6)] for i in range(6)]
        truth = worst_participation(rows, 2, 2)
        return float(module.minsep_sensitivity_squared(coefficients, 2, 2, n=6)), truth * truth

    for words, answer in (
        ("banded, separation 2, twice", banded),
        ("min_sep upper bound, separation 1, twice", bound),
        ("min_sep upper bound, negative entries, three times", negative),
        ("fixed epochs, twice", epochs),
        ("Toeplitz 1, 1/2, 1/4, separation 2, twice, squared", toeplitz),
    ):
        ask("jax-privacy", f"sensitivity of a small strategy: {words}")(answer)


def user_delta(epsilon: float) -> Truth:
    """The delta of Gaussian noise 1 where two examples are each in the batch with probability 0.01."""
    rate = x(0.01)
    return mixture_delta(x(1.0), ((1 - rate) ** 2, 2 * rate * (1 - rate), rate**2), x(epsilon))


def worst_participation(rows: Any, apart: int, times: int, *, exactly: bool = False) -> Any:
    """The largest norm of a sum of columns, each with a sign, over all patterns of participation."""
    whole = [[Fraction(float(entry)) for entry in row] for row in rows]
    size = len(whole)
    best = Fraction(0)
    for chosen in range(1, 1 << size):
        columns = [j for j in range(size) if chosen >> j & 1]
        gaps = [right - left for left, right in pairwise(columns)]
        if len(columns) > times or any(gap < apart or (exactly and gap != apart) for gap in gaps):
            continue
        for signs in range(1 << len(columns)):
            total = [sum((-1) ** (signs >> k & 1) * row[j] for k, j in enumerate(columns)) for row in whole]
            best = max(best, sum(entry**2 for entry in total))
    return exact(best) ** Fraction(1, 2)


# dp_accounting: truncated batches


def truncated(size: int, rate: float, batch: int) -> float:
    module = import_module("dp_accounting.pld.privacy_loss_distribution")
    made = module.from_truncated_subsampled_gaussian_mechanism(size, rate, batch, 1.0)
    return float(made.get_delta_for_epsilon(1.0))


ask("dp_accounting", "truncated batch, 10 records, rate 0.1, at most 10 (none is cut): delta at epsilon 1", "delta")(
    lambda: (truncated(10, 0.1, 10), sampled_gaussian_delta(x(0.1), x(1.0), exact(1)))
)


@ask("dp_accounting", "truncated batch, 3 records, rate 1/2, at most 1: delta at epsilon 1, against one pair", "delta")
def _() -> Answer:
    # the others are -1, the record is 1: 1/8 N(0) + 14/24 N(-1) + 7/24 N(1) against 1/4 N(0) + 3/4 N(-1), from t on
    text = "1/8*Phi(-t) + 14/24*Phi(-1 - t) + 7/24*Phi(1 - t) - exp(1)*(1/4*Phi(-t) + 3/4*Phi(-1 - t))"
    return truncated(3, 0.5, 1), formula(text, t=exact(Fraction(29, 20)))


# SmartNoise SQL: thresholds and odometers


def smartnoise_questions() -> None:
    for epsilon, delta, keys in ((1.0, 1e-5, 1), (1.0, 1e-5, 5), (0.1, 1e-6, 1)):

        def mechanism(epsilon: float = epsilon, delta: float = delta, keys: int = keys) -> Any:
            gaussian = import_module("snsql.sql._mechanisms.gaussian").Gaussian
            return gaussian(epsilon, delta=delta, lower=0, upper=1, max_contrib=keys)

        def threshold(delta: float = delta, keys: int = keys, made: Any = mechanism) -> Answer:
            noise = made()
            above = formula("1 - Phi((t - 1)/s)**k", t=x(noise.threshold), s=x(noise.scale), k=keys)
            return delta / 2, above

        def scale(delta: float = delta, epsilon: float = epsilon, keys: int = keys, made: Any = mechanism) -> Answer:
            return delta, true("gaussian.delta", sigma=x(made().scale), sensitivity=exact(keys), epsilon=x(epsilon))

        given = f"epsilon {epsilon:g}, delta {delta:g}, {keys} keys"
        ask("smartnoise-sql", f"Gaussian threshold, {given}: a new key is released with delta/2", "delta")(threshold)
        ask("smartnoise-sql", f"Gaussian noise, {given}: delta of the scale", "delta")(scale)
    for name in ("Odometer", "OdometerHeterogeneous"):
        for epsilon, delta, count in ((0.1, 1e-5, 300), (1.0, 1e-6, 10)):

            def spent(name: str = name, epsilon: float = epsilon, delta: float = delta, count: int = count) -> Answer:
                privacy = import_module("snsql.sql.privacy").Privacy(epsilon=epsilon, delta=delta)
                odometer = getattr(import_module("snsql.sql.odometer"), name)(privacy)
                for _ in range(count):
                    odometer.spend()
                claimed, total = odometer.spent
                return float(claimed), true(
                    "composition.optimal_epsilon",
                    epsilon=x(epsilon),
                    delta=x(delta),
                    count=exact(count),
                    total_delta=x(float(total)),
                )

            ask(
                "smartnoise-sql",
                f"{name}, {count} of ({epsilon:g}, {delta:g}): epsilon at the delta it says",
                "epsilon",
            )(spent)


# PyDP and PipelineDP: partition selection, Gaussian noise


def partition_questions() -> None:
    for strategy in ("laplace", "gaussian", "truncated_geometric"):
        for epsilon, delta, partitions, before in ((1.0, 1e-5, 1, None), (1.0, 1e-5, 4, None), (1.0, 1e-5, 1, 3)):

            def kept(
                strategy: str = strategy,
                epsilon: float = epsilon,
                delta: float = delta,
                partitions: int = partitions,
                before: int | None = before,
            ) -> Answer:
                module = import_module("pydp.algorithms.partition_selection")
                made = module.create_partition_strategy(strategy, epsilon, delta, partitions, before)
                chance = x(made.probability_of_keep(before or 1))
                return delta, formula("1 - (1 - p)**k", p=chance, k=partitions)

            given = f"epsilon {epsilon:g}, delta {delta:g}, {partitions} partitions, pre-threshold {before}"
            ask("pydp", f"{strategy}, {given}: one user shows some partition", "delta")(kept)

    @ask("pydp", "truncated_geometric, epsilon 1, delta 1e-5: probability of keeping 8 users", safe="neither")
    def _() -> Answer:
        module = import_module("pydp.algorithms.partition_selection")
        made = module.create_partition_strategy("truncated_geometric", 1.0, 1e-5, 1)
        return made.probability_of_keep(8), formula("d*(exp(8) - 1)/(exp(1) - 1)", d=x(1e-5))

    computations = "pipeline_dp.dp_computations"
    for sigma, epsilon in ((1.0, 1.0), (0.5, 10.0)):
        ask("pipeline-dp", f"gaussian_delta({sigma:g}, {epsilon:g})", "delta")(
            lambda s=sigma, e=epsilon: (
                float(import_module(computations).gaussian_delta(s, e)),
                true("gaussian.unit.delta", sigma=x(s), epsilon=x(e)),
            )
        )
    for sigma, delta in ((1.0, 1e-5), (0.3, 1e-9)):
        ask("pipeline-dp", f"gaussian_epsilon({sigma:g}, {delta:g})", "epsilon")(
            lambda s=sigma, d=delta: (
                float(import_module(computations).gaussian_epsilon(s, d)),
                true("gaussian.unit.epsilon", sigma=x(s), delta=x(d)),
            )
        )
    ask("pipeline-dp", "compute_sigma(1, 1e-5, 1): delta of the scale", "delta")(
        lambda: (
            1e-5,
            true(
                "gaussian.unit.delta",
                sigma=x(import_module(computations).compute_sigma(1.0, 1e-5, 1.0)),
                epsilon=exact(1),
            ),
        )
    )


# Tumult Core: conversions and partition selection


class Stubs:
    """A finder of empty packages in the places of those that Tumult Core imports and these questions never call."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:  # noqa: ARG002
        return ModuleSpec(name, self) if name.split(".", maxsplit=1)[0] in STUBS else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> types.ModuleType:
        class Empty(types.ModuleType):
            __path__: list[str] = []  # noqa: RUF012

            def __getattr__(self, name: str) -> type:
                if name.startswith("__"):
                    raise AttributeError(name)
                return type(name, (), {})

        return Empty(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass


def tumult(name: str) -> Any:
    """A module of Tumult Core; pandas comes first, so that it does not see the stubs."""
    import_module("pandas")
    if not any(isinstance(finder, Stubs) for finder in sys.meta_path):
        sys.meta_path.insert(0, Stubs())
    return import_module(f"tmlt.core.{name}")


def tumult_questions() -> None:
    def least(rho: Fraction, delta: Fraction) -> float:
        """The least thousandth that RhoZCDPToApproxDP takes for an epsilon."""
        sympy, measures = import_module("sympy"), tumult("measures")
        exact_number = tumult("utils.exact_number").ExactNumber

        class Given(tumult("measurements.base").Measurement):  # type: ignore[misc]
            def __init__(self) -> None:
                domain = tumult("domains.numpy_domains").NumpyIntegerDomain()
                metric = tumult("metrics").AbsoluteDifference()
                super().__init__(
                    input_domain=domain, input_metric=metric, output_measure=measures.RhoZCDP(), is_interactive=False
                )

            def privacy_function(self, d_in: Any) -> Any:
                return exact_number(d_in) * exact_number(sympy.Rational(rho))

            def __call__(self, data: Any) -> Any:
                return data

        made = tumult("measurements.converters").RhoZCDPToApproxDP(Given())
        low, high = 0, 20_000
        while high - low > 1:
            middle = (low + high) // 2
            holds = made.privacy_relation(1, (sympy.Rational(middle, 1000), sympy.Rational(delta)))
            low, high = (low, middle) if holds else (middle, high)
        return high / 1000

    for rho, delta in ((Fraction(1), Fraction(1, 30)), (Fraction(1, 10), Fraction(1, 10**6))):
        ask(
            "tumult-core", f"RhoZCDPToApproxDP, rho {rho}, delta {delta}: the least epsilon, to thousandths", "epsilon"
        )(lambda r=rho, d=delta: (least(r, d), true("zcdp.epsilon", rho=exact(r), delta=exact(d))))

    def selection(d_in: int) -> float:
        module, number = tumult("measurements.spark_measurements"), tumult("utils.exact_number").ExactNumber
        metric = types.SimpleNamespace(validate=lambda _: None)
        given = types.SimpleNamespace(input_metric=metric, alpha=number(2), threshold=20)
        function = module.GeometricPartitionSelection.privacy_function
        return float(getattr(function, "__wrapped__", function)(given, d_in)[1].to_float(round_up=True))

    tail = "exp(-({threshold} - {d})/2)/(1 + exp(-1/2))"
    ask("tumult-core", "GeometricPartitionSelection, alpha 2, threshold 20: delta of one row", "delta")(
        lambda: (selection(1), formula(tail.format(threshold=20, d=1)))
    )
    ask("tumult-core", "the same: delta of two rows, against two in one group", "delta")(
        lambda: (selection(2), formula(tail.format(threshold=20, d=2)))
    )


# autodp: Gaussian sparse vector


def svt_questions() -> None:
    for name, given in (("RDP_gaussian_svt_c1", {"margin": 0.0}), ("RDP_gaussian_svt_cgreater1", {"c": 1})):
        for order in (2, 8):

            def divergence(name: str = name, given: dict[str, Any] = given, order: int = order) -> Answer:
                import_module("autodp.rdp_acct")
                bank = import_module("autodp.rdp_bank")
                claimed = float(getattr(bank, name)({"sigma": 1.0, "k": 1} | given, float(order)))
                # one query of value 0 or 1 against the threshold 0: one bit, with noise of variance 1 + 3 or 1 + 4
                width = 4 if name.endswith("c1") else 5
                p: Any = formula("Phi(1/sqrt(w))", w=width)
                half = "(p**a*(1/2)**(1 - a) + (1 - p)**a*(1/2)**(1 - a))"
                return claimed, formula(f"log({half})/(a - 1)", p=p, a=order)

            ask("autodp", f"{name}, sigma 1, one query, order {order}: against one pair")(divergence)


# OpenDP extras: Theil-Sen, PCA, means


def opendp() -> Any:
    dp = import_module("opendp.prelude")
    dp.enable_features("contrib", "honest-but-curious", "idealized-numerics", "floating-point")
    return dp


def opendp_questions() -> None:
    @ask("opendp", "Theil-Sen, scale 1, 12 rows on a line and one row before them: loss of one added row", "epsilon")
    def _() -> Answer:
        dp = opendp()
        make = import_module("opendp.extras.sklearn.linear_model._make_private_theil_sen").make_private_theil_sen
        claimed = make(dp.max_divergence(), (0.0, 1.0), (0.0, 10.0), scale=1.0, candidates_count=3).map(1)
        # each of two medians has candidates 0, 5, 10: six predictions of 0, or five and one above 10; permute and flip
        text = "2*log((exp(-3/2) - exp(-3)/3)/(exp(-3) - exp(-6)/3))"
        return float(claimed), formula(text)

    @ask("opendp", "PCA, unit epsilon 1, 3 of 4 components: epsilons of its parts, one record changed", "epsilon")
    def _() -> Answer:
        opendp()
        module = import_module("opendp.extras.sklearn.decomposition")
        parts = module._split_pca_epsilon_evenly(1.0, 3, estimate_mean=True)  # noqa: SLF001
        total = x(float(parts.eigvals)) + x(float(parts.mean))
        for epsilon in parts.eigvecs:
            total = total + x(float(epsilon))
        return 1.0, total

    @ask("opendp", "private mean of arrays, norm 1, size 10, scale 1: rho of one changed record", safe="larger")
    def _() -> Answer:
        dp = opendp()
        make = import_module("opendp.extras.numpy._make_np_mean").make_private_np_mean
        space = dp.numpy.array2_domain(num_columns=2, size=10, T=float), dp.symmetric_distance()
        return float(make(*space, scale=1.0, norm=1.0).map(2)), exact(Fraction(1, 50))  # (2/10)^2/2


class Recorded:
    """The mechanisms that diffprivlib makes while a function runs."""

    def __enter__(self) -> list[Any]:
        self.base = import_module("diffprivlib.mechanisms.base").DPMechanism
        self.plain, made = self.base.__init__, []

        def seen(mechanism: Any, *, epsilon: float, delta: float, random_state: Any = None) -> None:
            self.plain(mechanism, epsilon=epsilon, delta=delta, random_state=random_state)
            made.append(mechanism)

        self.base.__init__ = seen
        return made

    def __exit__(self, *error: object) -> None:
        self.base.__init__ = self.plain


def fitted(name: str, rows: int, columns: int, classes: bool = False, **given: Any) -> list[Any]:  # noqa: FBT001, FBT002
    """The mechanisms that a model makes of uniform data."""
    data = import_module("numpy").random.default_rng(0).random((rows, columns))
    with Recorded() as made:
        model = getattr(import_module("diffprivlib.models"), name)(**given)
        model.fit(data, [0] * rows) if classes else model.fit(data)
    return made


def total(made: list[Any]) -> Any:
    """The sum of the epsilons, exactly."""
    spent = exact(0)
    for mechanism in made:
        spent = spent + x(float(mechanism.epsilon))
    return spent


def sensitivity(tool: str, **given: Any) -> float:
    with Recorded() as made:
        getattr(import_module("diffprivlib.tools"), tool)([0.5] * 10, epsilon=1.0, **given)
    return float(made[0].sensitivity)


def forest(replaced: bool) -> Answer:  # noqa: FBT001
    """The claimed epsilon and the loss of a forest of one leaf each, from the mechanisms that it makes.

    One record replaced: labels (0, 0) or (0, 1) in one tree. One added: (0), (1) in two, or (0, 1), (0).
    """
    module: Any = import_module("diffprivlib.models.forest")
    numpy, plain = import_module("numpy"), module.PermuteAndFlip
    asked: list[dict[str, Any]] = []

    def seen(**given: Any) -> Any:
        asked.append(given)
        return plain(**given)

    module.PermuteAndFlip = seen

    def chances(labels: list[int], trees: int) -> list[tuple[int, int, Fraction]]:
        asked.clear()
        model = module.RandomForestClassifier(
            trees, epsilon=1.0, bounds=(0.0, 1.0), classes=[0, 1], max_depth=1, random_state=0
        )
        model.fit(numpy.full((len(labels), 1), 0.5), numpy.array(labels))
        # permute and flip of two: the lesser comes first with probability 1/2 and stays with exp(-gap epsilon/k)
        return [(*given["utility"], Fraction(1 if given["monotonic"] else 2)) for given in asked]

    def chance(counts: tuple[int, int, Fraction], label: int) -> Any:
        gap, k = abs(counts[0] - counts[1]), counts[2]
        lesser = formula("exp(-g/k)/2", g=exact(int(gap)), k=exact(k))
        return lesser if counts[label] < counts[1 - label] else 1 - lesser

    try:
        before, after = (
            (chances([0, 0], 1), chances([0, 1], 1)) if replaced else (chances([0, 1], 2), chances([0, 1, 0], 2))
        )
    finally:
        module.PermuteAndFlip = plain
    if replaced:
        ratio = chance(after[0], 1) / chance(before[0], 1)
    else:
        ratio = chance(after[0], 1) * chance(after[1], 0) / (chance(before[0], 1) * chance(before[1], 0))
    return 1.0, formula("log(r)", r=ratio)


def objective(norm: float, epsilon: float = 1.0) -> tuple[float, float]:
    """The scale of the noise, and the factor of |f|^2/2 in n times the objective, of LogisticRegression with C = 1."""
    numpy, mechanisms, scales = import_module("numpy"), import_module("diffprivlib.mechanisms"), []

    class Source:
        def standard_normal(self, shape: Any) -> Any:
            return numpy.ones(shape)

        def gamma(self, shape: float, scale: float, size: int) -> Any:  # noqa: ARG002
            scales.append(scale)
            return numpy.zeros(size)

    vector = mechanisms.Vector(
        epsilon=epsilon, dimension=1, alpha=1.0, function_sensitivity=0.25, data_sensitivity=norm, n=1
    )
    vector._rng = Source()  # noqa: SLF001
    added = vector.randomise(lambda _: 0.0)(numpy.array([1.0])) * 2
    return float(scales[0]), 1.0 + float(added)


def regression(norm: float) -> Answer:
    """The loss at the coefficient 0, no intercept: the records (norm, 1) and (0, 0), or (0, 1) and (0, 0)."""
    scale, factor = objective(norm)
    text = "log(1 + q**2/(4*A)) - q/(2*s)"
    return 1.0, formula(text, q=x(norm), A=x(factor), s=x(scale))


def diffprivlib_questions() -> None:
    name = "diffprivlib"
    ask(name, "mean of 10 in 0..1: sensitivity, one replaced")(
        lambda: (sensitivity("mean", bounds=(0, 1)), exact(Fraction(1, 10)))
    )
    ask(name, "var of 10 in 0..1: sensitivity, one replaced")(
        lambda: (sensitivity("var", bounds=(0, 1)), exact(Fraction(9, 100)))
    )
    ask(name, "sum of 10 in 0..1: sensitivity, one replaced")(lambda: (sensitivity("sum", bounds=(0, 1)), exact(1)))
    for columns in (2, 5, 10, 50):
        ask(name, f"KMeans, epsilon 1, one cluster, {columns} features: spent", "epsilon")(
            lambda d=columns: (1.0, total(fitted("KMeans", 1000, d, n_clusters=1, epsilon=1.0, bounds=(0, 1))))
        )
    for model, classes, given in (
        ("GaussianNB", True, {"bounds": (0, 1)}),
        ("StandardScaler", False, {"bounds": (0, 1)}),
        ("PCA", False, {"n_components": 2, "data_norm": 1.0, "bounds": (0, 1)}),
    ):
        ask(name, f"{model}, epsilon 1, 3 features, at most one class: spent", "epsilon")(
            lambda m=model, c=classes, g=given: (1.0, total(fitted(m, 100, 3, c, epsilon=1.0, **g)))
        )
    for model in ("KMeans", "GaussianNB"):

        def largest(model: str = model) -> Answer:
            given = {"n_clusters": 1} if model == "KMeans" else {}
            made = fitted(model, 100, 1, model == "GaussianNB", epsilon=1.0, bounds=(10, 11), **given)
            return float(made[1].sensitivity), exact(11)

        ask(name, f"{model}, values in 10..11: change of a sum by a record that joins")(largest)
    ask(name, "RandomForestClassifier, epsilon 1, one tree, one label replaced: loss", "epsilon")(lambda: forest(True))
    ask(name, "RandomForestClassifier, epsilon 1, two trees, one record added: loss", "epsilon")(lambda: forest(False))
    for norm in (1.0, 5.0, 12.0, 30.0):
        ask(name, f"LogisticRegression, epsilon 1, data_norm {norm:g}, no intercept: loss at coefficient 0", "epsilon")(
            lambda q=norm: regression(q)
        )


def dppack_questions(folder: str) -> None:
    def r(expression: str) -> float:
        sources = "".join(
            f"source('{folder}/R/{file}.R');"
            for file in ("Mechanisms", "AnalyticGaussianMechanismUtils", "StatFunctions", "DataAccess")
        )
        text = f"{sources} cat(sprintf('%.17g', {expression}))"
        done = subprocess.run(["Rscript", "-e", text], capture_output=True, text=True, check=True)  # noqa: S603, S607
        return float(done.stdout.split()[-1])

    for epsilon, delta in ((1.0, 1e-5), (0.1, 1e-6), (1.0, 1e-10), (20.0, 1e-9)):
        ask("DPpack", f"calibrateAnalyticGaussianMechanism({epsilon:g}, {delta:g}, 1): delta of the scale", "delta")(
            lambda e=epsilon, d=delta: (
                d,
                true(
                    "gaussian.unit.delta",
                    sigma=x(r(f"calibrateAnalyticGaussianMechanism({e!r}, {d!r}, 1)")),
                    epsilon=x(e),
                ),
            )
        )
    ask("DPpack", "varDataAccess: sensitivity of the variance of 10 in 0..1, one replaced")(
        lambda: (r("varDataAccess(rep(0, 10), 0, 1)$Sensitivity"), exact(Fraction(1, 10)))
    )
    ask("DPpack", "pooledVarDataAccess: two samples of 5 in 0..1, one replaced")(
        lambda: (
            r("pooledVarDataAccess(list(rep(0, 5), rep(0, 5)), 0, 1, FALSE)$Bounded.Sensitivities"),
            exact(Fraction(1, 10)),
        )
    )
    for epsilon in (0.1, 1.0):
        # it draws anew until the answer is positive: density exp(-y/b)/b from variance 0, and from one of 1/10 (0 and
        # a 1 among 0s; sensitivity 1/10) exp(-1/b') exp(y/b)/(2 b (1 - exp(-epsilon)/2)) below it; at y -> 0
        ask("DPpack", f"varDP, epsilon {epsilon:g}, 10 equal values, one replaced: loss", "epsilon")(
            lambda e=epsilon: (e, formula("log(2*exp(e) - 1)", e=x(e)))
        )


def judged(question: Question) -> tuple[str, Judgement | str]:
    """The claim and its judgement, or the error that it ended with."""
    try:
        with warnings.catch_warnings(), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            warnings.simplefilter("ignore")
            claimed, truth = question.answer()
            return f"{claimed:.6g}", judge(claimed, truth, question.safe, question.kind)
    except Exception as error:  # noqa: BLE001 - an error is an answer
        return "", f"{type(error).__name__}: {error}".splitlines()[0][:SHOWN]


def row(question: Question) -> str:
    """One row of the table."""
    claimed, judgement = judged(question)
    if isinstance(judgement, str):
        return f"| {question.library} | {question.asked} | - | - | {judgement} |"
    truth = float(judgement.shown.truth)
    word = {"safe": "valid", "unsafe": "**too small**"}.get(judgement.outcome, judgement.outcome)
    if judgement.outcome in ("equal", "agrees"):
        word = "right"
    elif judgement.weight == "small":
        word += ", by less than 0.1 %"
    elif judgement.outcome == "safe" and truth > 0:
        word += f", {float(claimed) / truth:.3g} times the truth"
    return f"| {question.library} | {question.asked} | {claimed} | {truth:.6g} | {word} |"


def main() -> None:
    """Ask every question; the table goes to the standard output."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dppack", metavar="FOLDER", help="a folder with R/ of DPpack")
    parser.add_argument("--only", metavar="LIBRARY", help="this library alone")
    given = parser.parse_args()
    if given.only in (None, "opacus"):
        without_torch()
    for questions in (
        opacus_questions,
        jax_questions,
        smartnoise_questions,
        partition_questions,
        tumult_questions,
        svt_questions,
        opendp_questions,
        diffprivlib_questions,
    ):
        questions()
    if given.dppack:
        dppack_questions(given.dppack)
    print("| library | asked | claims | truth | |\n| --- | --- | --- | --- | --- |")
    for question in QUESTIONS:
        if given.only in (None, question.library):
            print(row(question), flush=True)


if __name__ == "__main__":
    main()
