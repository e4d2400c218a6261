"""How vision/second_opinion.onnx and vision/slants.npz came to be, and come to be again, from pictures of our own only.

    python3.11 -m venv workshop && workshop/bin/pip install torch onnx numba opencv-python-headless pillow
    workshop/bin/python -m tools.second_opinion.make made 20000        small ray-marched dice, 0.04 s each
    workshop/bin/python -m tools.second_opinion.renders RENDERS cut    squares of render_dice's pictures
    workshop/bin/python -m tools.second_opinion.train made cut vision/second_opinion.onnx 60
    workshop/bin/python -m tools.second_opinion.turned turned.npz RENDERS              how their dice lie
    workshop/bin/python -m tools.second_opinion.train_slants made turned.npz vision/slants.npz 5000

The renders must not be those that `make accuracy` measures: make others, with another seed.
"""
