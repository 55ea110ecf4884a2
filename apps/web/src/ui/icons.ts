export { Check, Copy, Download, Eye, EyeOff, LogOut, Menu, Printer, Search } from 'lucide-react'
