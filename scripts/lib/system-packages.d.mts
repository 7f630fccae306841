export declare function ensureProgram(name: string, from?: string): void
