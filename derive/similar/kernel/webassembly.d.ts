/** The parts of WebAssembly that the kernel uses. The types of Node leave them to those of browsers. */
declare global {
  namespace WebAssembly {
    class Module {
      constructor(bytes: Uint8Array)
    }
    class Memory {
      constructor(limits: { readonly initial: number; readonly maximum: number; readonly shared: true })
      readonly buffer: SharedArrayBuffer
      grow(pages: number): number
    }
    class Instance {
      constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>)
      readonly exports: unknown
    }
  }
}

export {}
