/**
 * Models whose vectors arrive after a source is ready. They are listed among the models of sense, under names that begin
 * with `dense:`, and so a version's progress with them is kept in the same way. A set of vectors of such a model may lack
 * passages; a set of any other model is complete.
 */

/** SQL conditions on a row of `sense_models`. */
export const isDense = "name GLOB 'dense:*'";
export const isOfSense = "name NOT GLOB 'dense:*'";

/** The name of the model of a row of `embeddings`, as `denseName` makes it. */
export const denseNameOf = (embedding: string) =>
  `('dense:' || ${embedding}.model || '/' || ${embedding}.recipe || '/' || ${embedding}.dimensions)`;

/** An SQL condition: passages may have no vector of this row of `embeddings`. */
export function mayLackVectors(embedding: string, database = "main"): string {
  return `${denseNameOf(embedding)} IN (SELECT name FROM ${database}.sense_models)`;
}

/**
 * SQL that counts the versions whose passages all have a vector as done, for the versions that meet a condition on
 * `version_senses`.
 */
export function countCompleteVersions(where: string): string {
  const passages = "main.chunks c WHERE c.version_no = version_senses.version_no";
  return `UPDATE main.version_senses SET done = total, reached = (SELECT max(c.no) FROM ${passages})
    WHERE done < total AND ${where} AND EXISTS (
      SELECT 1 FROM main.experts x JOIN main.embeddings e ON e.no = x.embedding_no
      JOIN main.sense_models m ON m.no = version_senses.model_no AND m.name = ${denseNameOf("e")}
      WHERE x.id = version_senses.expert_id AND NOT EXISTS (SELECT 1 FROM ${passages} AND NOT EXISTS (
        SELECT 1 FROM main.chunk_vectors v WHERE v.chunk_no = c.no AND v.embedding_no = e.no)))`;
}
