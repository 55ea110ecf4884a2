export {
  Check,
  Copy,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  LogOut,
  Menu,
  Printer,
  Search,
  UserRound,
  X,
} from 'lucide-react'
