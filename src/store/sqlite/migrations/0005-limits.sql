-- What an operator allows a workspace. A column that is null leaves it to the settings of the service; -1 is no limit.
CREATE TABLE workspace_limits (
  workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  -- A calendar month (UTC).
  requests INTEGER,
  sources INTEGER,
  bytes INTEGER
) STRICT;
