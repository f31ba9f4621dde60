"""What laws of noise and of composition promise, computed of numbers; texts are read by `dpexact.quantities`."""
