/** Background jobs that wait in the rows of a database. */
export interface WaitingJobs {
  readonly kind: string;
  readonly waiting: number;
}

const isElsewhere = "(fetch_url IS NOT NULL AND sha256 = '')";

/** SQL of both databases: each row is a kind with the number of its jobs that wait. */
export const waitingJobs = Object.entries({
  fetch: `source_versions WHERE status = 'queued' AND ${isElsewhere}`,
  read: `source_versions WHERE status = 'queued' AND NOT ${isElsewhere}`,
  crawls: "sites WHERE status IN ('queued', 'processing')",
  webhooks: "webhook_messages",
  expert_removal: "experts WHERE workspace_id = 'ws_removed'",
})
  .map(([kind, rows]) => `SELECT '${kind}' AS kind, count(*) AS waiting FROM ${rows}`)
  .join(" UNION ALL ");
