"""What a companion must live through: `python -m tests.torture` takes minutes, the tests here seconds."""
