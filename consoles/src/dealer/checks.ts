/** The colours of a table's checks; each carries its name in words beside it. */
export const CHECK: Record<string, string> = {
  red: "#c4453f",
  blue: "#3f86d8",
  green: "#2f9a63",
  yellow: "#d9b233",
  brown: "#8d6240",
  pink: "#e06aa8",
};
