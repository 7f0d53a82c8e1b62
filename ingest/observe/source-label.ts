/** Who tells, as events name him: `openstates-scraper/us-wa`. */
export function sourceOf(source: string, division_id: string): string {
  const places = division_id.split('/').slice(1)
  return `${source}/${places.map((place) => place.slice(place.indexOf(':') + 1)).join('-')}`
}
