/** The source in events: `openstates-scraper/us-wa`. */
export function sourceLabel(source: string, divisionId: string): string {
  const places = divisionId.split('/').slice(1)
  return `${source}/${places.map((place) => place.slice(place.indexOf(':') + 1)).join('-')}`
}
