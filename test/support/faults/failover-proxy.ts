import { createTcpProxy } from './tcp-proxy.ts'

/** The one address that services use for the primary, on any server. */
export type FailoverProxy = {
  /** The address of a database of the server, through the proxy. */
  urlOf(serverUrl: string): string
  /** New connections go to this server; every connection to the former one ends, idle ones too. */
  switchTo(serverUrl: string): void
}

export async function createFailoverProxy(serverUrl: string): Promise<FailoverProxy> {
  let target = new URL(serverUrl)
  const proxy = await createTcpProxy({ target: () => target })
  return {
    urlOf(url) {
      const own = new URL(url)
      own.port = String(proxy.port)
      return own.href
    },
    switchTo(url) {
      target = new URL(url)
      proxy.cut()
    },
  }
}
