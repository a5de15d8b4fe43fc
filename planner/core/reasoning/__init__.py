"""What some finite schedule of interruptions can do, decided on the timeline without following any."""
