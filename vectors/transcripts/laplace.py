"""The transcription in Python of the samplers in rust/ and go/: discrete Laplace noise of ratio 1/2."""


def noisy(source, count):
    """Return the count with noise z, of probability (1/3) 2^-|z|."""
    while True:
        negative, size = source.getrandbits(1), 0
        while source.getrandbits(1):
            size += 1
        if size or not negative:  # zero has two signs, and is kept with one of them
            return count - size if negative else count + size
