"""Searches of other programs as rootward's: ``mctx``, ``openspiel`` and ``lczerolens`` have a function ``replay`` each.

None of these programs is needed here: an adapter reads what has the shape of their results.
"""
