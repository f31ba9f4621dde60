"""Until the kernel has a cost."""

BUDGET = 1 << 31


def kernel_cost(text: str) -> int:
    """The cost."""
    return len(text)
