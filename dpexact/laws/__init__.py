"""What laws of noise promise, computed of numbers; texts are read by `dpexact.quantities`."""
