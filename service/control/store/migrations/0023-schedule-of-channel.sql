-- Each look at a channel asks for its schedule, whose name it may have.
CREATE INDEX schedules_of_channel ON schedules (channel_id);
