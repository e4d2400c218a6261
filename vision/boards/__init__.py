"""A board in a photo: found, flattened, and told what stands where. Reading a grid's vehicles is `vision.grids`."""
