export declare const electronStandIn: string
export declare function electronExecutable(): string | undefined
