"""The privacy that laws of noise promise, computed from numbers. `dpexact.quantities` reads the texts."""
