"""Folders of photos: found, scored by many workers, written as tables and a report.

A run that is interrupted or killed goes on where it was. See `docs/batch.md`.
"""
