export declare function ensureProgram(name: string): void
