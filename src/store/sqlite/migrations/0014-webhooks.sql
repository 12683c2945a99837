-- Addresses that are told of events in a workspace.
CREATE TABLE webhooks (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  -- JSON list of event types.
  events TEXT NOT NULL,
  -- Signs the messages, so it cannot be stored as a hash.
  secret BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  -- Set when the receiver answered 410: it wants no more.
  disabled_at INTEGER,
  last_error TEXT
) STRICT;

CREATE INDEX webhooks_by_workspace ON webhooks (workspace_id, no);

-- Messages to be sent. They are written by the transaction of the change that they tell of, and deleted when they arrived.
CREATE TABLE webhook_messages (
  no INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_no INTEGER NOT NULL REFERENCES webhooks (no) ON DELETE CASCADE,
  id TEXT NOT NULL,
  -- Messages of one subject, such as a source, are sent in order.
  subject TEXT NOT NULL,
  payload TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Not to be sent before.
  due_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_messages_by_subject ON webhook_messages (webhook_no, subject, no);
CREATE INDEX webhook_messages_by_due ON webhook_messages (due_at);

-- Quotas that were told to be near, once a month.
CREATE TABLE quota_notices (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  quota TEXT NOT NULL,
  month TEXT NOT NULL,
  PRIMARY KEY (workspace_id, quota)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER source_versions_settled AFTER UPDATE OF status ON source_versions
WHEN new.status IN ('ready', 'failed') AND old.status <> new.status BEGIN
  INSERT INTO webhook_messages (webhook_no, id, subject, payload, due_at)
  SELECT w.no, 'msg_' || lower(hex(randomblob(13))), s.id,
    json_object(
      'type', 'source.' || new.status,
      'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', new.updated_at / 1000.0, 'unixepoch'),
      'data', json_object('expert_id', e.id, 'source_id', s.id, 'external_id', s.external_id, 'version', new.version,
        'status', new.status, 'error_code', CASE WHEN new.status = 'failed' THEN new.error_code END)),
    0
  FROM sources s JOIN experts e ON e.id = s.expert_id JOIN webhooks w ON w.workspace_id = e.workspace_id
  WHERE s.no = new.source_no AND w.disabled_at IS NULL
    AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'source.' || new.status)
    AND (SELECT count(*) FROM webhook_messages m WHERE m.webhook_no = w.no) < 10000;
END;

-- A deleted expert is moved to a workspace that no key opens; its rows go later.
CREATE TRIGGER experts_hidden AFTER UPDATE OF workspace_id ON experts
WHEN new.workspace_id = 'ws_removed' AND old.workspace_id <> new.workspace_id BEGIN
  INSERT INTO webhook_messages (webhook_no, id, subject, payload, due_at)
  SELECT w.no, 'msg_' || lower(hex(randomblob(13))), old.id,
    json_object(
      'type', 'expert.deleted',
      'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
      'data', json_object('expert_id', old.id, 'slug', old.slug)),
    0
  FROM webhooks w
  WHERE w.workspace_id = old.workspace_id AND w.disabled_at IS NULL
    AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'expert.deleted')
    AND (SELECT count(*) FROM webhook_messages m WHERE m.webhook_no = w.no) < 10000;
END;
