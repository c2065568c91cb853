"""The data that crosses to a front end: snapshots, their schema and their codecs."""
