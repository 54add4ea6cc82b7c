/** What the sign-in page says about passkeys and passwords. */
import { computed } from "@preact/signals";
import { language } from "./index";

const en = {
  ownTitle: "How you sign in",
  registerFirst: "This house asks you for a passkey beside your password. Register one to go on.",
  register: "Register a passkey",
  registered: "The passkey is registered. From now on it is asked for after your password.",
  use: "Use your passkey",
  current: "Current password",
  fresh: "New password, 12 characters or more",
  change: "Change the password",
  changed: "The password is changed. Every other session of yours has ended.",
  goOn: "Go on",
  cancelled: "The browser gave no passkey; try again.",
};

const zh: typeof en = {
  ownTitle: "您的登录方式",
  registerFirst: "本场要求除密码外使用通行密钥。请先注册一个再继续。",
  register: "注册通行密钥",
  registered: "通行密钥已注册。此后输入密码后须使用它。",
  use: "使用通行密钥",
  current: "当前密码",
  fresh: "新密码，至少 12 个字符",
  change: "更改密码",
  changed: "密码已更改。您的其他会话均已结束。",
  goOn: "继续",
  cancelled: "浏览器没有给出通行密钥；请重试。",
};

export const signInWords = computed(() => (language.value === "zh" ? zh : en));
