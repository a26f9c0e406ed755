"""`./dev bench soak`: is anything lost or doubled while processes die and messages repeat?"""
