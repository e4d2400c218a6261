"""`companion doctor`: what is amiss with this machine, and the one line that mends it.

machine.py is what is asked, finding.py what is answered; each other file holds the checks of one part of the house.
"""
