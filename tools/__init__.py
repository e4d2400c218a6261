"""Programs of the workshop: they make and measure what the companion ships, and are no part of it."""
