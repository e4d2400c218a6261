"""How vision/second_opinion.onnx, slants.npz and hands.onnx can be made again, from our own pictures only.

    python3.11 -m venv workshop && workshop/bin/pip install torch onnx numba opencv-python-headless pillow
    workshop/bin/python -m tools.second_opinion.make made 20000        small ray-marched dice, 0.04 s each
    workshop/bin/python -m tools.second_opinion.renders RENDERS cut    squares of render_dice's pictures
    workshop/bin/python -m tools.second_opinion.train made cut vision/second_opinion.onnx 60
    workshop/bin/python -m tools.second_opinion.turned turned.npz RENDERS              how their dice lie
    workshop/bin/python -m tools.second_opinion.train_slants made turned.npz slants.pt 5000
    workshop/bin/python -m tools.second_opinion.rolls rolls 2600 7         made rolls, 0.2 s each
    workshop/bin/python -m tools.second_opinion.train_beside slants.pt rolls RENDERS vision/slants.npz 3000
    workshop/bin/python -m tools.second_opinion.hands hands 6000           whole tables, half of them with a hand
    workshop/bin/python -m tools.second_opinion.rendered_hands rendered 300    where render_dice runs
    workshop/bin/python -m tools.second_opinion.train_hands vision/hands.onnx 3500 hands rendered

What lies in vision/slants.npz and vision/hands.onnx came from runs before these programs were written out (see
docs/decisions/a-third-measures-how-dice-lie.md): measure others by `make accuracy` before they take their place. The
renders must not be those that it measures: make others, with another seed.
"""
