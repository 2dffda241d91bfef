"""Settings for the whole suite: no deadlines, since no test asserts on time."""

from hypothesis import settings

settings.register_profile("bloomprint", deadline=None)
settings.load_profile("bloomprint")
