"""Rules of the core that other tests leave alone: each test notices a mutant of `core_mutants.py`."""
