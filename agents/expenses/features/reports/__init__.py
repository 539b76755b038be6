"""Reports of spending as pictures, asked for or by themselves every week or month."""
