"""`./dev bench quality`: does recall find what answers a question?"""
