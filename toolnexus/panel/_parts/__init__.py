"""The parts of the panel: the list of tools, and what is behind each tab."""
