"""What all tests share: property tests are not judged by the clock, so that a busy machine fails none of them."""

from hypothesis import HealthCheck, settings

settings.register_profile("navalcore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("navalcore")
