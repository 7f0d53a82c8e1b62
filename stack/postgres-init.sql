-- The schema registry keeps its schemas in a database of its own beside ours.
CREATE DATABASE registry;
