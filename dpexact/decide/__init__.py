"""The decision: search, clever and untrusted; every verdict can hand out a certificate for the kernel."""
