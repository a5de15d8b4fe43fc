"""What people do with classes: open one, come in, share out the teaching."""
