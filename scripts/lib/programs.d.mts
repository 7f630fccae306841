export declare function findProgram(name: string, path?: string): string | undefined
export declare function isExecutable(file: string): boolean
export declare function secondsSince(since: number): string
