export declare function isMade(architecture: string): boolean
