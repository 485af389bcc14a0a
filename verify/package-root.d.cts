export declare const packageFolder: string;
