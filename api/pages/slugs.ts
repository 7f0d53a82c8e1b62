import type { PoolClient } from 'pg'
import { problem } from '../http/problem.ts'

/** Names that our own paths use, or that could be taken for the service. */
const RESERVED = new Set([
  ...['preview', 'previews', 'logo', 'api', 'admin', 'console', 'docs', 'new', 'edit', 'login', 'legislog'],
])

const taken = (slug: string) =>
  problem(409, 'conflict', `The name ${slug} is not free: choose another slug.`, {
    errors: [{ pointer: '/slug', detail: 'Another page has this name, or had it when it was published.' }],
  })

/**
 * Gives a page a name in addresses. Its former name, if it was ever published, redirects to the page and belongs to the
 * account forever; otherwise it is free again. Throws 409 if the name is not free.
 */
export async function takeSlug(
  client: PoolClient,
  page: { readonly id: number; readonly account_id: number },
  slug: string,
): Promise<void> {
  if (RESERVED.has(slug)) throw taken(slug)
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`account.page_slug ${slug}`])
  const { rows } = await client.query<{ account_id: number; page_id: number | null; is_current: boolean }>(
    'SELECT account_id, page_id, is_current FROM account.page_slug WHERE slug = $1',
    [slug],
  )
  const [owner] = rows
  if (owner !== undefined) {
    const isOwn = owner.account_id === page.account_id
    if (!isOwn || (owner.is_current && owner.page_id !== page.id)) throw taken(slug)
  }
  await client.query(
    'UPDATE account.page_slug SET is_current = false WHERE page_id = $1 AND is_current AND slug <> $2',
    [page.id, slug],
  )
  await client.query(
    'DELETE FROM account.page_slug WHERE page_id = $1 AND NOT is_current AND NOT was_published AND slug <> $2',
    [page.id, slug],
  )
  await client.query(
    `INSERT INTO account.page_slug (slug, account_id, page_id, is_current) VALUES ($1, $2, $3, true)
     ON CONFLICT (slug) DO UPDATE SET page_id = excluded.page_id, is_current = true`,
    [slug, page.account_id, page.id],
  )
}

/** The name of a published page is never given to another account. */
export async function keepPublishedSlug(client: PoolClient, pageId: number): Promise<void> {
  await client.query('UPDATE account.page_slug SET was_published = true WHERE page_id = $1 AND is_current', [
    pageId,
  ])
}

/** Names of a removed page: those that were published stay with the account, and lead nowhere. */
export async function releaseSlugs(client: PoolClient, pageId: number): Promise<void> {
  await client.query('DELETE FROM account.page_slug WHERE page_id = $1 AND NOT was_published', [pageId])
  await client.query('UPDATE account.page_slug SET page_id = NULL, is_current = false WHERE page_id = $1', [
    pageId,
  ])
}
