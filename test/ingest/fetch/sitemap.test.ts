import { describe, expect, it } from 'vitest'
import { readSitemap } from '../../../ingest/fetch/sitemap.ts'

const sitemap = (body: string) => readSitemap(Buffer.from(body))

describe('a sitemap', () => {
  it('lists the paths on its host with their modification times', () => {
    const listed = sitemap(`<?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc>https://www.govinfo.gov/bulkdata/a.xml</loc><lastmod>2026-04-21T20:20:00.649Z</lastmod></url>
        <url><loc>https://www.govinfo.gov/b.xml?x=1&amp;y=2</loc><lastmod>2026-04-21T16:20:00-04:00</lastmod><priority>1.0</priority></url>
        <url><loc>https://www.govinfo.gov/c.xml</loc><lastmod>2026-04-21</lastmod></url>
        <url><loc>https://www.govinfo.gov/d.xml</loc></url>
      </urlset>`)
    expect(listed).toEqual([
      { path: 'bulkdata/a.xml', modified_at: '2026-04-21T20:20:00.649Z' },
      { path: 'b.xml?x=1&y=2', modified_at: '2026-04-21T20:20:00.000Z' },
      { path: 'c.xml', modified_at: '2026-04-21T00:00:00.000Z' },
      { path: 'd.xml', modified_at: null },
    ])
  })

  it('can be an index, empty, or without a valid address', () => {
    const index = '<sitemapindex><sitemap><loc>https://h.example/s/1.xml</loc></sitemap></sitemapindex>'
    expect(sitemap(index)).toEqual([{ path: 's/1.xml', modified_at: null }])
    expect(sitemap('<urlset/>')).toEqual([])
    expect(sitemap('<urlset><url><loc>no address</loc></url></urlset>')).toEqual([])
  })
})
