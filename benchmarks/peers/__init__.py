"""The card game as other libraries would have it: yardsticks beside the hand-written loop."""
