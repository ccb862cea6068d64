"""Image -> Detections -> Layout -> Reading: which tiles lie in a photo, and as what hand."""
