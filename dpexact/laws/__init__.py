"""Laws of noise: what they promise, computed of numbers; texts are read by `dpexact.audit.quantities`."""
